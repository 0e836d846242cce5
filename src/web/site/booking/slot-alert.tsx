import { useEffect, useRef } from 'react'

/** What went wrong, brought into the window: on a phone whoever pressed a button is often far from it. */
export function SlotAlert({ text }: { text: string }) {
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text) said.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <p className="slot-alert" role="alert" ref={said}>
      {text}
    </p>
  )
}
