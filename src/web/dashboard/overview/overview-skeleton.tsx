/** The shape of the overview while it is on its way. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="pt-5">
      <div className="skeleton h-4 w-24" />
      <div className="skeleton mt-5 h-64 w-full" />
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-3">
        {['pages', 'sources', 'funnel'].map((part) => (
          <div key={part} className="space-y-5">
            <div className="skeleton h-4 w-28" />
            {[1, 2, 3, 4, 5].map((row) => (
              <div key={row} className="skeleton h-3 w-full" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
