import { randomId } from '#web/site/browser/random-id.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import { reached } from '#web/site/pixel/moments.ts'
import { knownLead } from './known-lead.ts'
import { submitLead } from './submit-lead.ts'

const inputs = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('.field input'),
]

/** Writes a sentence beside each named field (an empty one clears it) and, where given, one over the form. */
function showErrors(form: HTMLFormElement, errors: Record<string, string>, overall?: string): void {
  for (const input of inputs(form)) {
    const message = errors[input.name]
    if (message === undefined) continue
    const place = form.querySelector(`#${input.id}-error`)
    if (place) place.textContent = message
    if (message) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  const alert = form.querySelector('.access-alert')
  if (alert && overall !== undefined) alert.textContent = overall
}

/** Checks the fields as the browser would, marks those that fail, and returns the first, with focus on it. */
function firstInvalid(form: HTMLFormElement, check = true): HTMLInputElement | undefined {
  if (check) {
    const errors = inputs(form).map((input) => {
      const missing = input.value.trim() === ''
      const message = missing ? input.dataset.missing : input.validity.valid ? '' : input.dataset.mismatch
      return [input.name, message ?? '']
    })
    showErrors(form, Object.fromEntries(errors))
  }
  const first = inputs(form).find((input) => input.getAttribute('aria-invalid') === 'true')
  first?.focus()
  return first
}

const field = (form: HTMLFormElement, name: string): HTMLInputElement | null =>
  form.querySelector(`[name=${name}]`)

/** Where on the sheet the opening starts: the middle of what was pressed. */
function openFrom(dialog: HTMLDialogElement, opener: Element | null): void {
  const sheet = dialog.querySelector<HTMLElement>('.access-sheet')
  if (!sheet || !opener) return
  const from = opener.getBoundingClientRect()
  const to = sheet.getBoundingClientRect()
  sheet.style.setProperty('--from-x', `${Math.round(from.x + from.width / 2 - to.x)}px`)
  sheet.style.setProperty('--from-y', `${Math.round(from.y + from.height / 2 - to.y)}px`)
}

/** Fills fields the visitor has not touched with what this browser gave before. */
async function prefill(form: HTMLFormElement): Promise<void> {
  const lead = await knownLead()
  if (!lead) return
  for (const name of ['name', 'email', 'phone'] as const) {
    const input = field(form, name)
    if (input && input.value === '') input.value = lead[name]
  }
}

/** Makes the page's lead dialog a modal one: opening, closing, sending. Does nothing where there is none. */
export function startLeadDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#access')
  const form = dialog?.querySelector('form')
  const button = form?.querySelector('button')
  // A browser without modal dialogs keeps the form that works by itself.
  if (!dialog?.showModal || !form || !button) return
  let shownAt = performance.now()
  let submissionId = randomId()
  let sending = false

  const open = (opener: Element | null) => {
    if (dialog.open) return
    dialog.showModal()
    reached('popup')
    openFrom(dialog, opener)
    shownAt = performance.now()
    field(form, 'name')?.focus({ preventScroll: true })
  }
  document.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('a') : null
    const fragment = pressed?.getAttribute('href')
    const closes = event.target === dialog || (pressed?.matches('.access-close') ?? false)
    if (fragment !== '#access' && !closes) return
    event.preventDefault()
    if (closes) dialog.close()
    else open(pressed)
  })

  form.noValidate = true
  form.addEventListener('input', (event) => {
    if (event.target instanceof HTMLInputElement) showErrors(form, { [event.target.name]: '' })
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (sending || firstInvalid(form)) return
    const said = new FormData(form)
    const text = (name: string) => String(said.get(name) ?? '')
    sending = true
    const label = button.textContent
    button.disabled = true
    button.textContent = form.dataset.busy ?? label
    showErrors(form, { name: '', email: '', phone: '' }, '')
    const result = await submitLead({
      name: text('name').trim(),
      email: text('email').trim(),
      phone: text('phone').trim(),
      page: text('page'),
      website: text('website'),
      consentVersion: text('consentVersion'),
      callConsent: said.has('callConsent'),
      elapsed: Math.round(performance.now() - shownAt),
      submissionId,
    }).catch((error) => {
      console.warn('The lead was not sent.', error)
      return { stored: false, fields: {} } as const
    })
    if (result.stored) {
      reached('submit')
      location.assign(onward(form.dataset.success ?? '/'))
      return
    }
    sending = false
    button.disabled = false
    button.textContent = label
    const failure = form.dataset.failure ?? ''
    const objections = Object.keys(result.fields).length > 0
    showErrors(form, result.fields, (objections && form.dataset.invalid) || failure)
    // What the server refused is a new submit once mended; after a lost answer the same one is tried again.
    if (objections) submissionId = randomId()
    alert(failure)
    if (!firstInvalid(form, false)) button.focus()
  })
  // Coming back by the back button finds a form that can be sent again.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    sending = false
    button.disabled = false
  })

  if (dialog.open) {
    // The form came back with something to mend: the server shows it open, modal it becomes here.
    dialog.close()
    dialog.classList.remove('access-returned')
    open(null)
    firstInvalid(form, false)
  }
  if (location.hash === '#access') {
    // Only a move to another fragment ends `:target`, which would keep the sheet on the page once it is closed.
    location.replace('#closed')
    history.replaceState(history.state, '', location.pathname + location.search)
    open(null)
  }
  void prefill(form)
}
