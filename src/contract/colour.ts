/** A colour by lightness (0–1), chroma and hue in degrees: equal steps look equal. */
export type Oklch = { l: number; c: number; h: number }

type Rgb = [red: number, green: number, blue: number]

/** A colour as people write it (`#ABC`, `1a2b3c`) in the one form that is stored, `#rrggbb`; other text stays as it is. */
export function tidyColour(text: string): string {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? []
  if (digits === undefined) return text
  return `#${(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits).toLowerCase()}`
}

const toLinear = (byte: number): number => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const toByte = (linear: number): number => {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
}

function linearOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [toLinear(number >> 16), toLinear((number >> 8) & 255), toLinear(number & 255)]
}

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours `#rrggbb`, from 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `#rrggbb` by lightness, chroma and hue. */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI }
}

function toLinearRgb({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const SLACK = 0.0005
const isShowable = (rgb: Rgb): boolean => rgb.every((part) => part >= -SLACK && part <= 1 + SLACK)

/** The nearest `#rrggbb` that a screen can show: lightness and hue stay, chroma gives way. */
export function toHex(colour: Oklch): string {
  let rgb = toLinearRgb(colour)
  for (let c = colour.c; c > 0 && !isShowable(rgb); c -= 0.004)
    rgb = toLinearRgb({ ...colour, c: Math.max(0, c) })
  if (!isShowable(rgb)) rgb = toLinearRgb({ ...colour, c: 0 })
  return `#${rgb.map((part) => toByte(part).toString(16).padStart(2, '0')).join('')}`
}
