const inputs = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('.field input'),
]

/** Writes a sentence beside each named field (an empty one clears it) and, where given, one over the form. */
export function showErrors(form: HTMLFormElement, errors: Record<string, string>, overall?: string): void {
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

/** Checks the fields as the browser would, marks those that fail, and gives the first, with focus on it. */
export function firstInvalid(form: HTMLFormElement, check = true): HTMLInputElement | undefined {
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
