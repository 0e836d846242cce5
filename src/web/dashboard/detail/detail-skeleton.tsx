/** The shape of a person's details while they are on their way: a few facts, line by line. */
export function DetailSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <div className="skeleton mb-3 h-4 w-32" />
      {['w-40', 'w-52', 'w-28', 'w-36', 'w-44', 'w-32'].map((width) => (
        <div
          key={width}
          className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5 md:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <div className="skeleton h-3 w-20" />
          <div className={`skeleton h-3 ${width}`} />
        </div>
      ))}
    </div>
  )
}
