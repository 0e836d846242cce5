import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pageAfterLead } from '#contract/lead-pages.ts'
import { randomId } from '#contract/random-id.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { leaveFor } from '#web/site/browser/dialog-step.ts'
import { keepDraft, keptDraft } from '#web/site/browser/tab-draft.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import { reached } from '#web/site/pixel/moments.ts'
import type { KnownLead } from './known-lead.ts'
import { type FieldErrors, type FieldName, fieldMessages, fieldNames, leadProblems } from './lead-words.ts'
import { submitLead } from './submit-lead.ts'

/** `callConsent` is the version of the words under which the call was wished for; empty where that was taken back. */
type LeadDraft = Partial<Record<FieldName | 'callConsent', string>>

const DRAFT = 'leadDraft'

const isDraft = (value: unknown): value is LeadDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string')

/** The lead form as it stands: what is wrong, whether it is being sent, and what its element calls. */
export type LeadForm = {
  errors: FieldErrors
  alert: string
  isSending: boolean
  /** The owner has filled it in: it would have been sent. */
  isPreviewed: boolean
  /** What was typed into it and not sent, before this page was loaded. */
  draft: LeadDraft
  form: RefObject<HTMLFormElement | null>
  button: RefObject<HTMLButtonElement | null>
  onSubmit(event: FormEvent<HTMLFormElement>): void
  onInput(event: FormEvent<HTMLFormElement>): void
  /** Says when the form was asked for, in milliseconds since the page was opened: faster than a person is spam. */
  askedFor(at: number): void
  /** Moves to the first field that has something to mend, else to the first of all. */
  focusFirst(): void
  /** Its dialog was closed: what is under way goes on, and shows when it is opened again. */
  closed(): void
  /** Makes it a form that can be sent, whatever became of the last time. */
  reset(): void
}

/** Checks and sends one page's lead form; once the lead is stored the visitor goes on to the next page. */
export function useLeadForm(
  path: string,
  words: SiteContent['leadForm'],
  page: {
    returned: { errors: FieldErrors; alert: string } | undefined
    isPreview: boolean
    consentVersion: string
    /** Whom untouched fields are filled in with, as soon as that is known. */
    known: KnownLead | undefined
  },
): LeadForm {
  const [errors, setErrors] = useState<FieldErrors>(page.returned?.errors ?? {})
  const [alertText, setAlert] = useState(page.returned?.alert ?? '')
  const [isSending, setSending] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const [draft, setDraft] = useState<LeadDraft>({})
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const askedAt = useRef(0)
  const isUnderWay = useRef(false)
  const submission = useRef<{ id: string; said: string }>(undefined)
  const isReturned = page.returned !== undefined

  // The same on every page: it is about one person.
  useEffect(() => {
    if (page.isPreview) return
    const kept = keptDraft(DRAFT, isDraft) ?? {}
    setDraft(kept)
    if (isReturned) return
    const wish = form.current?.elements.namedItem('callConsent')
    // What was agreed to in other words than those that stand here is not agreed to. Ticked by hand, because a default that
    // comes to be known after hydration no longer shows at a checkbox.
    if (wish instanceof HTMLInputElement && kept.callConsent === page.consentVersion) wish.checked = true
  }, [page.isPreview, page.consentVersion, isReturned])

  // What was missing is there: whoever was told so before it was known who they are need not mend it.
  useEffect(() => {
    if (!page.known) return
    const messages = fieldMessages(words)
    const isThere = (name: FieldName): boolean => {
      const field = form.current?.elements.namedItem(name)
      return field instanceof HTMLInputElement && field.value.trim() !== ''
    }
    setErrors((before) => {
      const mended = fieldNames.filter((name) => before[name] === messages[name].missing && isThere(name))
      return { ...before, ...Object.fromEntries(mended.map((name) => [name, undefined])) }
    })
  }, [page.known, words])

  const focus = (name: string | undefined): boolean => {
    const field = name && form.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus({ preventScroll: name === 'name' })
    return Boolean(field)
  }
  const firstOf = (wrong: FieldErrors) => fieldNames.find((name) => wrong[name])
  const wasBegunBefore = fieldNames.some((name) => draft[name])

  const send = async (said: FormData) => {
    const text = (name: string) => String(said.get(name) ?? '')
    const typed = { name: text('name').trim(), email: text('email').trim(), phone: text('phone').trim() }
    const wrong = leadProblems(typed, words)
    setErrors(wrong)
    if (focus(firstOf(wrong))) return
    if (page.isPreview) {
      setPreviewed(true)
      return
    }
    isUnderWay.current = true
    setSending(true)
    setAlert('')
    const lead = {
      ...typed,
      page: path,
      website: text('website'),
      consentVersion: text('consentVersion'),
      callConsent: said.has('callConsent'),
    }
    // After a lost answer the same is tried again; what was corrected since is a submit of its own.
    if (submission.current?.said !== JSON.stringify(lead))
      submission.current = { id: randomId(), said: JSON.stringify(lead) }
    const result = await submitLead({
      ...lead,
      // What was typed before this page was loaded tells nothing of how fast it was filled in.
      elapsed: wasBegunBefore ? undefined : Math.round(performance.now() - askedAt.current),
      submissionId: submission.current.id,
    }).catch((error) => {
      console.warn('The lead was not sent.', error)
      return { stored: false, fields: {} } as const
    })
    isUnderWay.current = false
    if (result.stored) {
      submission.current = undefined
      keepDraft(DRAFT, null)
      reached('submit')
      leaveFor(onward(pageAfterLead(path)), form.current)
      return
    }
    const objections: FieldErrors = result.fields
    const hasObjections = Object.keys(objections).length > 0
    // The browser's alert stops everything: what has changed is drawn before it.
    flushSync(() => {
      setSending(false)
      setErrors(objections)
      setAlert((hasObjections && words.invalid) || words.failure)
    })
    alert(words.failure)
    if (!focus(firstOf(objections))) button.current?.focus()
  }

  const closed = () => {
    setSending(isUnderWay.current)
    setPreviewed(false)
    setAlert('')
  }

  return {
    errors,
    alert: alertText,
    isSending,
    isPreviewed,
    draft,
    form,
    button,
    onSubmit(event) {
      event.preventDefault()
      if (!isSending) void send(new FormData(event.currentTarget))
    },
    onInput(event) {
      const { name, value, checked } = event.target as HTMLInputElement
      setErrors((before) => ({ ...before, [name]: undefined }))
      const isWish = name === 'callConsent'
      if (page.isPreview || !(isWish || fieldNames.some((known) => known === name))) return
      const kept = isWish ? (checked ? page.consentVersion : '') : value
      keepDraft(DRAFT, { ...keptDraft(DRAFT, isDraft), [name]: kept })
    },
    askedFor(at) {
      askedAt.current = at
    },
    focusFirst() {
      focus(firstOf(errors) ?? 'name')
    },
    closed,
    reset() {
      isUnderWay.current = false
      closed()
    },
  }
}
