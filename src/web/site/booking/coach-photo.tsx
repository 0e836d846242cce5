import { SitePicture } from '#web/site/page/site-picture.tsx'

/** The coach's photo; without one, a drawn figure at the end of the brand's line. */
export function CoachPhoto({ photo }: { photo: { src: string; alt: string } }) {
  if (photo.src)
    return (
      <SitePicture
        className="coach-photo"
        picture={photo}
        width={480}
        height={480}
        sizes="(min-width: 50em) 11rem, 6rem"
      />
    )
  return (
    <svg className="coach-photo" viewBox="0 0 240 240" aria-hidden="true">
      <rect className="coach-ground" width="240" height="240" />
      <path className="coach-line" d="M-10 214h130c112 0 30-156 84-156" />
      <circle className="coach-end" cx="204" cy="58" r="11" />
      <path className="coach-body" d="M42 252c0-62 34-92 78-92s78 30 78 92z" />
      <circle className="coach-body" cx="120" cy="112" r="42" />
    </svg>
  )
}
