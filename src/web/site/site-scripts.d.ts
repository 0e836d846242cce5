/** The built address of each browser entry and of the chunks it imports; made by vite.site.config.ts. */
declare module 'virtual:site-scripts' {
  const scripts: Record<string, { src: string; imports: string[] } | undefined>
  export default scripts
}
