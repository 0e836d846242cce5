import { type ComponentType, useEffect, useState } from 'react'
import type { TrainingContent } from '#contract/site-content-training.ts'
import type { ApplicationFormProps } from '#web/site/application/application-props.ts'
import { waitAfter } from '#web/site/browser/bring-script.ts'
import type { FragmentDialog } from '#web/site/island/use-dialog.ts'
import { FrameDialog } from '#web/site/page/frame-dialog.tsx'

const PATIENCE_MS = 8000

/**
 * The form's component, fetched once it is wanted, and again where the network loses it; `isMissing` while it has not come, at
 * once or in time.
 */
function useLateForm(isWanted: boolean) {
  const [Form, setForm] = useState<ComponentType<ApplicationFormProps>>()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const late = setTimeout(() => setMissing(true), PATIENCE_MS)
    let isOver = false
    const bring = async (failures: number): Promise<void> => {
      try {
        const { OwnForm } = await import('./own-form.tsx')
        setForm(() => OwnForm)
      } catch (error) {
        console.warn('The application form did not load.', error)
        setMissing(true)
        await waitAfter(failures)
        if (!isOver) await bring(failures + 1)
      }
    }
    void bring(1)
    return () => {
      isOver = true
      clearTimeout(late)
    }
  }, [isWanted])
  return { Form, isMissing: isMissing && !Form }
}

/** The dialog that holds the form of our own, kept from when it is first opened; a link to its page where it does not come. */
export function OwnFormDialog(props: {
  words: TrainingContent['application']
  close: string
  form: ApplicationFormProps
  state: FragmentDialog
}) {
  const { words, close, form, state } = props
  const [wasOpened, setWasOpened] = useState(false)
  if (state.isOpen && !wasOpened) setWasOpened(true)
  const { Form, isMissing } = useLateForm(wasOpened)
  const elsewhere = isMissing && (
    <a href="/apply" target="_blank" rel="noopener" className="application-tab">
      {words.elsewhere}
    </a>
  )
  return (
    <FrameDialog id="application" title={words.title} close={close} beside={elsewhere} state={state}>
      {Form ? (
        <Form {...form} />
      ) : (
        <div className="application-body">
          <p role="status">{isMissing ? words.slow : words.loading}</p>
        </div>
      )}
    </FrameDialog>
  )
}
