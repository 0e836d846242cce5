import { readPictureAddress, smallPictureAddress, widthsOf } from '#contract/picture-address.ts'

/**
 * A picture field of the content. One that is stored here comes in the smallest form and width that the screen
 * needs, and keeps its place while it loads; one from elsewhere comes as it is, in the size given.
 */
export function SitePicture(props: {
  picture: { src: string; alt: string }
  /** The size of its place where the picture's own is not known. */
  width: number
  height: number
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string
  className?: string
  /** The field of the content it is, so that a press on it in a preview leads there. */
  field?: string
  isLazy?: boolean
}) {
  const { picture, sizes } = props
  const own = readPictureAddress(picture.src)
  const image = (
    <img
      className={props.className}
      data-field={props.field}
      src={picture.src}
      alt={picture.alt}
      width={own?.width ?? props.width}
      height={own?.height ?? props.height}
      loading={props.isLazy ? 'lazy' : undefined}
      fetchPriority={props.isLazy ? undefined : 'high'}
    />
  )
  if (!own) return image
  const addresses = (form: 'avif' | 'webp') =>
    widthsOf(own.width)
      .map((width) => `${smallPictureAddress(own.hash, width, form)} ${width}w`)
      .join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={addresses('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={addresses('webp')} sizes={sizes} />
      {image}
    </picture>
  )
}
