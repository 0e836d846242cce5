import type { TrainingContent } from '#contract/site-content-training.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'

function DrawnPoster({ title }: { title: string }) {
  return (
    <svg className="poster" viewBox="0 0 960 540" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className="poster-ground" width="960" height="540" />
      <path className="poster-way" d="M-20 452h250c150 0 100-196 250-196s110-128 240-128h260" />
      <circle className="poster-stop" cx="232" cy="452" r="13" />
      <circle className="poster-stop" cx="480" cy="256" r="13" />
      <circle className="poster-end" cx="744" cy="128" r="20" />
      <text x="48" y="92">
        {title}
      </text>
    </svg>
  )
}

function PlaySign({ label }: { label: string }) {
  return (
    <>
      <span className="unseen">{label}</span>
      <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
        <path d="M11 6.5v19l15-9.5z" />
      </svg>
    </>
  )
}

/**
 * The stage: a poster until it is pressed, then the hosted player. Without JavaScript the host's own frame plays;
 * a gated video opens the lead dialog until this browser has given its details;
 * without a media id the stage says so kindly and asks where to send the news.
 */
export function VideoStage({ video, gated }: { video: TrainingContent['video']; gated: boolean }) {
  const { poster, wistiaId } = video
  const picture = poster.src ? (
    <SitePicture
      className="poster"
      picture={poster}
      width={960}
      height={540}
      sizes="(min-width: 60em) 60em, 100vw"
    />
  ) : (
    <DrawnPoster title={video.posterTitle} />
  )
  return (
    <figure className="stage">
      <div className="screen" data-media={wistiaId || undefined} tabIndex={-1}>
        {picture}
        {wistiaId && gated && (
          <a className="play" href="#access" data-gated>
            <PlaySign label={video.play} />
          </a>
        )}
        {wistiaId && !gated && (
          <>
            <button className="play" type="button">
              <PlaySign label={video.play} />
            </button>
            <noscript>
              <iframe
                src={`https://fast.wistia.net/embed/iframe/${wistiaId}`}
                title={video.label}
                allow="autoplay; fullscreen"
                allowFullScreen
              />
            </noscript>
          </>
        )}
      </div>
      {wistiaId && (
        <p className="stage-failed" role="alert" hidden>
          {video.failed}
        </p>
      )}
      {!wistiaId && (
        <p className="stage-missing">
          <strong>{video.missing}</strong> {video.missingText} <a href="#access">{video.missingAction}</a>
        </p>
      )}
      <figcaption className="stage-labels">
        <span>
          {video.label} <span className="stage-length">{video.length}</span>
        </span>
        <span className="stage-access">{video.access}</span>
      </figcaption>
    </figure>
  )
}
