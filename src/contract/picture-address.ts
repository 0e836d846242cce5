/** The widths a picture is kept in, where it is that wide. */
export const pictureWidths = [480, 960, 1600] as const

/** A stored picture as its address names it. */
export type PictureName = { hash: string; width: number; height: number; extension: 'jpg' | 'png' }

const ADDRESS = /^\/media\/([0-9a-f]{32})-(\d{1,5})x(\d{1,5})\.(jpg|png)$/

/** The address a picture field holds: of the full size, in the form every browser takes. */
export const pictureAddress = ({ hash, width, height, extension }: PictureName): string =>
  `/media/${hash}-${width}x${height}.${extension}`

/** Reads a stored picture's address; undefined for the address of any other picture. */
export function readPictureAddress(address: string): PictureName | undefined {
  const [, hash, width, height, extension] = ADDRESS.exec(address) ?? []
  if (!hash || !(extension === 'jpg' || extension === 'png')) return undefined
  return { hash, width: Number(width), height: Number(height), extension }
}

/** The widths of a picture that wide: never enlarged, its own width last. */
export const widthsOf = (width: number): number[] => [...pictureWidths.filter((kept) => kept < width), width]

/** The address of one width of a stored picture in one of the small forms. */
export const smallPictureAddress = (hash: string, width: number, form: 'avif' | 'webp'): string =>
  `/media/${hash}-${width}.${form}`
