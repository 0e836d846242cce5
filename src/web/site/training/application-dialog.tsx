import type { TrainingContent } from '#contract/site-content-training.ts'
import { FrameDialog } from '#web/site/page/frame-dialog.tsx'

/** The dialog that holds the application form; its frame is made when it is first opened. */
export function ApplicationDialog(props: { words: TrainingContent['application']; close: string }) {
  const { words, close } = props
  const elsewhere = (
    <a href={words.link} target="_blank" rel="noopener" className="application-tab">
      {words.elsewhere}
    </a>
  )
  return (
    <FrameDialog id="application" title={words.title} close={close} beside={elsewhere}>
      <div className="application-body" data-slow={words.slow}>
        <p role="status">{words.loading}</p>
      </div>
    </FrameDialog>
  )
}
