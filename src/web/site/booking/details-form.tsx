import { type FormEvent, useEffect, useRef } from 'react'
import { looksLikeEmail } from '#contract/email-address.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { OwnCalendarWords } from '#contract/site-content-booking.ts'
import { SlotAlert } from './slot-alert.tsx'

/** What is asked of whoever books, in its order. */
export const detailNames = ['name', 'email', 'phone', 'note'] as const

/** A field of the booking form. */
export type DetailName = (typeof detailNames)[number]

/** What is typed into it. */
export type Details = Record<DetailName, string>

/** The sentences about fields that are missing or cannot be read, as every form of the site says them. */
export type FieldWords = Pick<SiteContent['leadForm'], 'nameMissing' | 'emailMissing' | 'emailUnreadable'>

/** What the server would refuse, said before anything is sent. */
export function detailProblems(typed: Details, words: FieldWords): Partial<Details> {
  const email = typed.email.trim()
  return {
    ...(typed.name.trim() === '' && { name: words.nameMissing }),
    ...(email === '' && { email: words.emailMissing }),
    ...(email !== '' && !looksLikeEmail(email) && { email: words.emailUnreadable }),
  }
}

const kinds = {
  name: { type: 'text', autoComplete: 'name', maxLength: 200, required: true },
  email: { type: 'email', autoComplete: 'email', maxLength: 254, required: true },
  phone: { type: 'tel', autoComplete: 'tel', maxLength: 40, required: false },
} as const

/** One field with its label, and beside it what is wrong with it. What stands in it is the browser's own. */
export function DetailField(props: {
  name: DetailName
  label: string
  error: string | undefined
  defaultValue: string
}) {
  const { name, label, error, defaultValue } = props
  const id = `booking-${name}`
  const common = {
    id,
    name,
    defaultValue,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  } as const
  return (
    <div className="detail-field">
      <label htmlFor={id}>{label}</label>
      {name === 'note' ? (
        <textarea {...common} rows={3} maxLength={1000} />
      ) : (
        <input {...common} {...kinds[name]} />
      )}
      {error && (
        <p className="detail-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The field that only machines fill in. */
export const Trap = () => (
  <div className="detail-trap" aria-hidden="true">
    <label>
      Website
      <input name="website" type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

// Also of fields that were filled in by another script, such as an app's own autofill, which may tell nobody.
function detailsIn(form: HTMLFormElement): Details {
  const data = new FormData(form)
  const text = (name: DetailName) => String(data.get(name) ?? '')
  return { name: text('name'), email: text('email'), phone: text('phone'), note: text('note') }
}

function focusOn(form: HTMLFormElement | null, name: DetailName, options?: FocusOptions): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus(options)
}

/** Whose call it is: asked once a time is picked. The first field has the focus, and after a try the first to mend. */
export function DetailsForm(props: {
  words: OwnCalendarWords
  typed: Details
  errors: Partial<Details>
  /** Why it could not be sent. */
  alert: string
  isSending: boolean
  onType(typed: Details): void
  onSend(typed: Details, website: string): void
}) {
  const { words, typed, errors, isSending } = props
  const form = useRef<HTMLFormElement>(null)
  const isToMend = useRef(true)
  useEffect(() => focusOn(form.current, 'name', { preventScroll: true }), [])
  // Only once it is sent: whoever mends one field after the other stays where they type.
  useEffect(() => {
    const wrong = detailNames.find((name) => errors[name])
    if (!wrong || !isToMend.current) return
    isToMend.current = false
    focusOn(form.current, wrong)
  }, [errors])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    isToMend.current = true
    if (isSending) return
    const form = event.currentTarget
    props.onSend(detailsIn(form), String(new FormData(form).get('website') ?? ''))
  }
  return (
    <form
      className="details"
      ref={form}
      noValidate
      onInput={({ currentTarget }) => props.onType(detailsIn(currentTarget))}
      onSubmit={send}
    >
      <p className="slot-title">{words.detailsTitle}</p>
      {detailNames.map((name) => (
        <DetailField
          key={name}
          name={name}
          label={words[name]}
          defaultValue={typed[name]}
          error={errors[name]}
        />
      ))}
      <Trap />
      <button className="button" type="submit" aria-disabled={isSending}>
        {isSending ? words.booking : words.book}
      </button>
      <SlotAlert text={props.alert} />
      <p className="details-note">{words.privacy}</p>
    </form>
  )
}
