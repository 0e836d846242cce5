import { nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import { ContentNodes } from '#web/dashboard/site/fields/content-nodes.tsx'

const sections: [title: string, note: string, paths: string[]][] = [
  [
    'Color',
    'Buttons, links and marks on every page. The memes and the two landing pages keep their own colors.',
    ['brand.accent'],
  ],
  [
    'Logo',
    'In place of the drawn mark and your brand’s name, on every page.',
    ['brand.logo', 'brand.logoGround'],
  ],
  ['Picture on the home page', 'In place of the drawn one beside the headline.', ['home.hero']],
  ['Portrait', 'You, on the home page and where a call is booked.', ['brand.portrait']],
]

/** Everything that makes the site look like its owner, in one place. */
export function LookFields() {
  return sections.map(([title, note, paths]) => (
    <section key={title} className="border-t border-line pt-5 first:border-t-0 first:pt-0">
      <h3 className="text-base font-semibold">{title}</h3>
      <p className="mt-0.5 mb-4 text-sm text-ink-2">{note}</p>
      <div className="space-y-5">
        {paths.map((path) => {
          const node = nodeAt(path)
          const [part = ''] = path.split('.')
          return node && <ContentNodes key={path} nodes={[node]} path={part} depth={1} />
        })}
      </div>
    </section>
  ))
}
