import { type FormEvent, useId, useRef, useState } from 'react'
import type { NextStep } from '#contract/next-step.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { lastDay, wholeYear } from '#web/dashboard/time/whole-year.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { ChangedMeanwhile } from '#web/dashboard/ui/changed-meanwhile.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { FieldNote } from '#web/dashboard/ui/field-note.tsx'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { DueMark } from './due-mark.tsx'
import { dayIn, dueWords } from './due-words.ts'
import { unsavedStep } from './unsaved-typing.ts'
import { useEndNextStep, useSaveNextStep } from './use-notes.ts'

const asOne = ({ text, dueOn }: NextStep): string => `${dueOn} ${text}`

type FormProps = { leadId: string; step: NextStep | null; onDone: () => void }

function NextStepForm({ leadId, step, onDone }: FormProps) {
  const { tz } = useAddress()
  const today = dayIn(tz, useNow())
  const before = { text: step?.text ?? '', dueOn: step?.dueOn ?? today }
  const now = step ? asOne(step) : ''
  const [{ of, text, dueOn }, setTyped] = useState(() => unsavedStep(leadId).read() ?? { ...before, of: now })
  const latest = useRef({ text, dueOn })
  const save = useSaveNextStep(leadId, (sent) => {
    const { text, dueOn } = latest.current
    if (text.trim() === sent.text && wholeYear(dueOn) === sent.dueOn) return cancel()
    // What was typed since is still to be saved, in place of this one.
    const left = { text, dueOn, of: asOne(sent) }
    unsavedStep(leadId).write(left)
    setTyped(left)
  })
  const id = useId()
  const fields = save.error instanceof CallFailed ? save.error.fields : {}
  const isWhole = save.error && !isSignedOut(save.error) && Object.keys(fields).length === 0
  const change = (to: NextStep) => {
    latest.current = to
    setTyped({ ...to, of })
    if (to.text === before.text && to.dueOn === before.dueOn) unsavedStep(leadId).forget()
    else unsavedStep(leadId).write({ ...to, of })
  }
  const cancel = () => {
    unsavedStep(leadId).forget()
    onDone()
  }
  return (
    <form
      className="mt-2 space-y-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save.mutate({ text: text.trim(), dueOn: wholeYear(dueOn), inPlaceOf: step })
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[1fr_10rem]">
        <TextField
          label="What is next?"
          value={text}
          onChange={(to) => change({ text: to, dueOn })}
          placeholder="Call back about the price"
          problem={fields.text}
          maxLength={300}
          autoFocus
        />
        <div>
          <label htmlFor={id} className="block text-sm text-ink-2">
            By
          </label>
          <input
            id={id}
            type="date"
            max={lastDay}
            required
            value={dueOn}
            aria-invalid={fields.dueOn !== undefined}
            aria-describedby={fields.dueOn ? `${id}-note` : undefined}
            onChange={(event) => change({ text, dueOn: event.currentTarget.value })}
            className={`${fieldLook} mt-1`}
          />
          <FieldNote id={`${id}-note`} note={undefined} problem={fields.dueOn} />
        </div>
      </div>
      {step && !save.isPending && now !== of && now !== asOne({ text: text.trim(), dueOn }) && (
        <ChangedMeanwhile
          what="The next step"
          now={`${step.text}, due ${dueWords(step.dueOn, today).words}`}
        />
      )}
      <FormEnd
        problem={isWhole ? sentenceOf(save.error) : null}
        isSending={save.isPending}
        words={{ send: 'Save', sending: 'Saving…' }}
        onCancel={cancel}
      />
    </form>
  )
}

/** What is to be done next about a lead: set, changed, and ticked off. */
export function NextStepOf({ leadId, step }: { leadId: string; step: NextStep | null }) {
  const end = useEndNextStep(leadId)
  const form = useOpened({ begins: unsavedStep(leadId).read() !== undefined, isBusy: end.isPending })
  if (form.isOpen) return <NextStepForm leadId={leadId} step={step} onDone={form.close} />
  if (!step)
    return (
      <Button ref={form.opener} look="quiet" className="-ml-3" onClick={form.open}>
        Set a next step
      </Button>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2">
      <p className="min-w-0 flex-1 basis-52 text-sm break-words">
        <span className="text-ink-3">Next, </span>
        <DueMark step={step} />
      </p>
      <span className="flex gap-1">
        <Button
          disabled={end.isPending}
          onClick={() => {
            form.leave()
            end.mutate(step)
          }}
        >
          Done<span className="sr-only"> with the next step</span>
        </Button>
        <Button ref={form.opener} look="quiet" onClick={form.open}>
          Change<span className="sr-only"> the next step</span>
        </Button>
      </span>
    </div>
  )
}
