import scripts from 'virtual:site-scripts'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * A part of a page that comes to life in the browser: drawn here as it looks at first, and hydrated there, as a React
 * root of its own, by the browser entry of its name. Its props travel with the page, so they hold words and settings,
 * never what only this server may know.
 */
export function Island<Props extends object>(props: {
  /** The entry of vite.site.config.ts that hydrates it. */
  name: string
  component: ComponentType<Props>
  props: Props
  /** Without it the page is nothing, or says what is not true: it comes to those who save data, too. */
  evenWhenSaving?: boolean
}) {
  const { name, component: Component } = props
  const entry = scripts[name]
  if (!entry) throw new Error(`No script brings the island '${name}' to life.`)
  const html = renderToString(<Component {...props.props} />, { identifierPrefix: name })
  return (
    <div
      data-island={name}
      data-scripts={[entry.src, ...entry.imports].join(' ')}
      data-even-when-saving={props.evenWhenSaving || undefined}
      data-props={JSON.stringify(props.props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has just drawn and escaped it.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
