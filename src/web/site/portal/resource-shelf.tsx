import type { ResourceType } from '#contract/portal-item-types.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { ResourceContent } from '#contract/site-content-weeks.ts'
import { Mark } from './marks.tsx'

const linkWords = (words: PortalWords['resources']): Record<ResourceType, string> => ({
  document: words.openDocument,
  audio: words.openAudio,
  presentation: words.openPresentation,
})

/** The resources of a week; each opens in a new tab, or says that it will open here once it has an address. */
export function ResourceShelf({ resources, words }: { resources: ResourceContent[]; words: PortalWords }) {
  const link = linkWords(words.resources)
  if (resources.length === 0) return null
  return (
    <section className="shelf">
      <h4>{words.resourcesTitle}</h4>
      <ul className="resources">
        {resources.map((resource) => (
          <li key={resource.title} className="resource">
            <Mark name={resource.type} />
            <div>
              <p className="resource-type">{words.resources[resource.type]}</p>
              <h5>{resource.title}</h5>
              <p>{resource.description}</p>
              <p className="resource-foot">
                {resource.url ? (
                  <a href={resource.url} target="_blank" rel="noopener">
                    {link[resource.type]}
                    <span className="unseen">
                      : {resource.title}, {words.resources.newTab}
                    </span>
                    <Mark name="elsewhere" />
                  </a>
                ) : (
                  <span className="resource-missing">{words.resources.missing}</span>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
