import { useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { ContentField } from '#web/dashboard/site/fields/content-field.tsx'
import type { GroupNode } from '#web/dashboard/site/fields/field-node.ts'
import { PicturePlace } from './picture-place.tsx'

/** A picture of the site: chosen, changed or removed, with the words that stand for it. */
export function PictureField({ path, node }: { path: string; node: GroupNode }) {
  const { value } = useValue(`${path}.src`)
  const alt = node.nodes.find(({ key }) => key === 'alt')
  return (
    <PicturePlace title={node.title} path={`${path}.src`}>
      <div className="mt-3">
        {alt?.kind === 'field' && (
          <ContentField
            path={`${path}.alt`}
            node={alt}
            label={value === '' ? alt.title : `${alt.title} (needed, for people who cannot see it)`}
          />
        )}
      </div>
    </PicturePlace>
  )
}
