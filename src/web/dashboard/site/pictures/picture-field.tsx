import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { ContentField } from '#web/dashboard/site/fields/content-field.tsx'
import type { GroupNode } from '#web/dashboard/site/fields/field-node.ts'
import { FocalPoint } from './focal-point.tsx'
import { groundOfPicture } from './logo-ground.ts'
import { PicturePlace } from './picture-place.tsx'
import { usePoint } from './use-point.ts'

/** A picture of the site: chosen, changed or removed, with the words that stand for it. */
export function PictureField({ path, node }: { path: string; node: GroupNode }) {
  const draft = useDraft()
  const { value } = useValue(`${path}.src`)
  const { value: said } = useValue(`${path}.alt`)
  const alt = node.nodes.find(({ key }) => key === 'alt')
  // What names the coach is as true of a photo.
  const hasPoint = node.nodes.some(({ key }) => key === 'focusX')
  const point = usePoint(path)
  const lookBehind = (address: string) =>
    void groundOfPicture(address).then((ground) => draft.change('brand.logoGround', ground))
  const isOfDrawing =
    alt?.kind === 'field' && said === alt.fallback && said !== '' && !String(alt.fallback).includes('{')
  return (
    <PicturePlace
      title={node.title}
      path={`${path}.src`}
      isWhole={!hasPoint}
      point={hasPoint ? point : undefined}
      onChosen={hasPoint ? point.start : path === 'brand.logo' ? lookBehind : undefined}
    >
      {hasPoint && typeof value === 'string' && value.startsWith('/') && (
        <FocalPoint address={value} title={node.title} point={point} />
      )}
      <div className="mt-3">
        {alt?.kind === 'field' && (
          <ContentField
            path={`${path}.alt`}
            node={alt}
            label={value === '' ? alt.title : `${alt.title} (needed, for people who cannot see it)`}
          />
        )}
        {isOfDrawing && value !== '' && (
          <p className="mt-1 text-xs text-warning">
            These words describe the drawn picture. Write what yours shows.
          </p>
        )}
      </div>
    </PicturePlace>
  )
}
