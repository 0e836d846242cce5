import { type ComponentType, useEffect, useState } from 'react'
import type { TrainingContent } from '#contract/site-content-training.ts'
import type { ApplicationFormProps } from '#web/site/application/application-props.ts'
import type { FragmentDialog } from '#web/site/island/use-dialog.ts'
import { FrameDialog } from '#web/site/page/frame-dialog.tsx'

type Words = TrainingContent['application']

/** The form of our own, fetched when it is first opened and kept from then on; its own page where it does not come. */
function LateForm({ words, form }: { words: Words; form: ApplicationFormProps }) {
  const [Form, setForm] = useState<ComponentType<ApplicationFormProps>>()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    import('./own-form.tsx').then(
      ({ OwnForm }) => setForm(() => OwnForm),
      (error) => {
        console.warn('The application form did not load.', error)
        setMissing(true)
      },
    )
  }, [])
  if (Form) return <Form {...form} />
  return (
    <div className="application-body">
      <p role="status">{isMissing ? words.slow : words.loading}</p>
    </div>
  )
}

/** The dialog that holds the form of our own. */
export function OwnFormDialog(props: {
  words: Words
  close: string
  form: ApplicationFormProps
  state: FragmentDialog
}) {
  const { words, close, form, state } = props
  const [wasOpened, setWasOpened] = useState(false)
  if (state.isOpen && !wasOpened) setWasOpened(true)
  const elsewhere = !form.isPreview && (
    <a href="/apply" target="_blank" rel="noopener" className="application-tab">
      {words.elsewhere}
    </a>
  )
  return (
    <FrameDialog id="application" title={words.title} close={close} beside={elsewhere} state={state}>
      {wasOpened && <LateForm words={words} form={form} />}
    </FrameDialog>
  )
}
