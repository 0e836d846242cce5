import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import { type Brand, Wordmark } from '#web/site/page/wordmark.tsx'
import { Mark } from './marks.tsx'
import type { Portal } from './use-portal.ts'

/** The portal's head: whose it is, the two badges, and the way back to the training. */
export function PortalHead(props: { brand: Brand; words: PortalWords; portal: Portal }) {
  const { words, portal } = props
  const open = words.weeks.find(({ id }) => id === portal.state.week)
  return (
    <header className="wrap desk-head">
      <Wordmark brand={props.brand} href="/" />
      <div className="desk-where">
        <h1>{words.title}</h1>
        <p className="desk-badges">
          <span className="tag">{words.member}</span>
          <span className="tag tag-active">
            {fillPlaceholders(words.active, { week: open?.title ?? '' })}
          </span>
        </p>
      </div>
      <a className="desk-back" href={portal.state.training}>
        <Mark name="back" />
        {words.back}
      </a>
    </header>
  )
}
