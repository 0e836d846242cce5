import type { SiteContent } from '#contract/site-content.ts'

type Ground = SiteContent['brand']['logoGround']

const SIDE = 48

/**
 * What a logo needs behind it to be seen on light and on dark pages: nothing where it brings its own ground, a light
 * one for dark strokes, a dark one for light strokes. `pixels` are red, green, blue and opacity, one after the other.
 */
export function groundFor(pixels: ArrayLike<number>): Ground {
  let clear = 0
  let seen = 0
  let light = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = [0, 1, 2, 3].map((part) => pixels[at + part])
    if (opacity < 40) clear += 1
    else {
      seen += 1
      light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    }
  }
  if (seen === 0 || clear < seen * 0.05) return 'nothing'
  return light / seen < 0.55 ? 'light' : 'dark'
}

/** Looks at a stored logo; where it cannot be drawn, it is left as it is. */
export async function groundOfPicture(address: string): Promise<Ground> {
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
  } catch {
    return 'nothing'
  }
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return 'nothing'
  context.drawImage(picture, 0, 0, SIDE, SIDE)
  return groundFor(context.getImageData(0, 0, SIDE, SIDE).data)
}
