/** Text of the owner's as paragraphs: an empty line starts the next one. */
export function Paragraphs(props: { text: string; className?: string }) {
  return props.text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => (
      <p key={paragraph} className={props.className}>
        {paragraph}
      </p>
    ))
}
