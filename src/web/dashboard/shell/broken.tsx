import { Button } from '#web/dashboard/ui/button.tsx'
import { Wordmark } from './wordmark.tsx'

/** Stands in place of the dashboard when a part of it failed or a newer version has replaced its files. */
export function Broken() {
  return (
    <main className="mx-auto max-w-112 px-4 py-24 text-center">
      <Wordmark />
      <h1 className="mt-8 text-base font-medium">The dashboard stopped working</h1>
      <p className="mt-1.5 mb-4 text-sm text-ink-2">
        A newer version may have been installed since this page was loaded. Nothing is lost.
      </p>
      <Button look="primary" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </main>
  )
}
