import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'

type FileDropProps = {
  icon: LucideIcon
  title: string
  /** What is taken, after 'from your phone or computer, or drop it here'. */
  children: ReactNode
  accept: string
  /** Where what is wrong with the file is said. */
  describedBy?: string
  onFile: (file: File) => void
}

/** A field that takes one file: from the camera roll, a folder, or by drag and drop. */
export function FileDrop({ icon: Icon, title, children, accept, describedBy, onFile }: FileDropProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  // A file that misses the field must not take the place of the dashboard in the window.
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', stay)
    window.addEventListener('drop', stay)
    return () => {
      window.removeEventListener('dragover', stay)
      window.removeEventListener('drop', stay)
    }
  }, [])
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
      className={`flex min-h-24 flex-col items-center justify-center gap-1 rounded-md border border-dashed px-4 py-5 text-center text-sm focus-within:outline-2 focus-within:outline-[var(--color-focus)] ${isOver ? 'border-accent bg-sunken' : 'border-control hover:bg-sunken'}`}
    >
      <Icon size={20} aria-hidden="true" className="text-ink-3" />
      <span className="font-medium">{title}</span>
      <span className="text-xs text-ink-3">
        from your phone or computer<span className="not-pointer-fine:hidden">, or drop it here</span>
        {children}
      </span>
      <input
        id={id}
        type="file"
        accept={accept}
        className="sr-only"
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // The same file can be chosen again after a refusal.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
