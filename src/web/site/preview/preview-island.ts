const isFilledIn = (form: HTMLFormElement): boolean =>
  form.checkValidity() &&
  [...form.querySelectorAll<HTMLInputElement>('input[required]')].every(({ value }) => value.trim() !== '')

function onward(path: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = `/api/site/preview?path=${encodeURIComponent(path)}`
  link.textContent = 'Go on as a visitor would'
  return link
}

/**
 * Answers every form of a previewed page in place of the server: nothing is sent, and the page says so and offers the
 * way a visitor would go on. A form that is not filled in stays with the page's own script, which marks its fields.
 */
function answerForms(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !isFilledIn(form)) return
      event.preventDefault()
      // Before the page's own script hears of it, which would try to send and report a failure.
      event.stopImmediatePropagation()
      const place = form.querySelector<HTMLElement>('[role=alert]')
      if (!place) return
      place.style.color = 'inherit'
      place.replaceChildren('This is a preview: your form works, and nothing was sent. ')
      if (form.dataset.success) place.append(onward(form.dataset.success))
      place.scrollIntoView({ block: 'nearest' })
    },
    true,
  )
}

// Among the browser's tabs it must not be taken for the page itself.
document.title = `Preview: ${document.title}`
answerForms()
