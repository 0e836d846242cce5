/** The shape of the pages' table while it is on its way: groups of a few rows. */
export function PagesSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="pt-5">
      {[1, 5, 4].map((rows) => (
        <div key={rows} className="mt-6">
          <div className="skeleton h-4 w-28" />
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton have no other identity.
            <div key={row} className="flex items-center gap-8 border-b border-line py-3.5">
              <div className="skeleton h-3 w-36" />
              <div className="skeleton ml-auto h-3 w-12" />
              <div className="skeleton hidden h-3 w-12 md:block" />
              <div className="skeleton hidden h-3 w-24 md:block" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
