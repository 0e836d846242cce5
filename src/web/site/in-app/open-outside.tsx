import type { SiteContent } from '#contract/site-content.ts'

/** The help for visitors inside an app's browser. Its script shows it, and only there. */
export function OpenOutside({ words }: { words: SiteContent['inApp'] }) {
  const systems = [
    { system: 'apple', title: words.appleTitle, steps: words.appleSteps },
    { system: 'android', title: words.androidTitle, steps: words.androidSteps },
  ]
  return (
    <dialog id="open-outside" className="outside" aria-labelledby="outside-title">
      <div className="outside-sheet">
        <h2 id="outside-title">{words.title}</h2>
        <p>{words.text}</p>
        <input type="text" readOnly aria-label={words.copy} />
        <button type="button" className="button outside-copy">
          {words.copy}
        </button>
        <p role="status" data-copied={words.copied} data-not-copied={words.notCopied} />
        {systems.map(({ system, title, steps }) => (
          <div key={system} data-system={system}>
            <h3>{title}</h3>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        ))}
        <p>{words.menu}</p>
        <button type="button" className="button button-quiet outside-close">
          {words.close}
        </button>
      </div>
    </dialog>
  )
}
