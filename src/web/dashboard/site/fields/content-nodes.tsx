import { Conditions } from '#web/dashboard/site/application/conditions.tsx'
import { holdsConditions, isAskedOf } from '#web/dashboard/site/application/question-fields.ts'
import { useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { isVideoGroup, VideoFields } from '#web/dashboard/site/films/video-fields.tsx'
import { PictureField } from '#web/dashboard/site/pictures/picture-field.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { ContentField } from './content-field.tsx'
import { ContentList } from './content-list.tsx'
import type { ContentNode, GroupNode } from './field-node.ts'

type GroupProps = { node: GroupNode; path: string; depth: number }

function Group({ node, path, depth }: GroupProps) {
  if (node.isPicture) return <PictureField path={path} node={node} />
  const draw = (nodes: ContentNode[]) => <ContentNodes nodes={nodes} path={path} depth={depth + 1} />
  const fields = isVideoGroup(node) ? (
    <VideoFields node={node} path={path}>
      {draw}
    </VideoFields>
  ) : (
    <div className="space-y-5">{draw(node.nodes)}</div>
  )
  // On the page itself a part has a heading; what lies deeper, or is looked for least, is folded up.
  if (depth === 1 && node.key !== 'meta')
    return (
      <section className="border-t border-line pt-5 first:border-t-0 first:pt-0">
        <h3 className="mb-4 text-base font-semibold">{node.title}</h3>
        {fields}
      </section>
    )
  return (
    <Disclosure
      title={node.title}
      data-part={path}
      place={`[&:has(+details)]:mb-0! ${depth === 1 ? 'border-t border-line' : 'border-b border-line'}`}
      line="min-h-11 gap-2 text-sm font-medium"
    >
      <div className={`pt-2 pb-4 ${depth === 1 ? '' : 'pl-5.75'}`}>{fields}</div>
    </Disclosure>
  )
}

/** The fields of a part of the site, one below the other, in the order in which they appear on the page. */
export function ContentNodes({ nodes, path, depth }: { nodes: ContentNode[]; path: string; depth: number }) {
  const { value: kind } = useValue(`${path}.kind`)
  const { value: other } = useValue(`${path}.other`)
  return nodes
    .filter((node) => isAskedOf(path, { kind, other }, node.key))
    .map((node) => {
      const way = `${path}.${node.key}`
      if (holdsConditions(way)) return <Conditions key={node.key} path={way} title={node.title} />
      // Named by its place in the group alone, a list inside an entry stays as it is opened while the entry is moved.
      if (node.kind === 'field') return <ContentField key={node.key} path={way} node={node} />
      if (node.kind === 'list')
        return (
          <ContentList key={node.key} path={way} node={node}>
            {(fields, entry) => <ContentNodes nodes={fields} path={entry} depth={depth + 2} />}
          </ContentList>
        )
      return <Group key={node.key} path={way} node={node} depth={depth} />
    })
}
