import type { TrainingContent } from '#contract/site-content-training.ts'

/** The dialog that holds the application form; its frame is made when it is first opened. */
export function ApplicationDialog(props: { words: TrainingContent['application']; close: string }) {
  const { words, close } = props
  return (
    <dialog id="application" className="application" aria-labelledby="application-title">
      <div className="application-head">
        <h2 id="application-title">{words.title}</h2>
        <a href={words.link} target="_blank" rel="noopener" className="application-tab">
          {words.elsewhere}
        </a>
        <button type="button" className="application-close" aria-label={close}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      <div className="application-body">
        <p>{words.loading}</p>
      </div>
    </dialog>
  )
}
