import college from './college.png?url'
import hack from './hack.png?url'
import home from './home.png?url'
import meme from './meme.png?url'
import meme2 from './meme2.png?url'
import touchIcon from './touch-icon.png?url'
import training from './training.png?url'

const own: Record<string, string> = {
  '/freetraining': training,
  '/freetraining2': training,
  '/freetrainingc': training,
  '/trainingportal': training,
  '/meme': meme,
  '/meme2': meme2,
  '/lander-college': college,
  '/lander-hack': hack,
}

/** What a phone puts on its home screen. */
export const touchIconAddress: string = touchIcon

/**
 * The absolute address of the picture that shared links to a page show (1200 × 630, without words, so that it stays
 * true whatever the owner writes): the owner's where there is one, else the page's own drawing.
 */
export function sharedPicture(path: string, ownersPicture: string, publicUrl: string): string {
  const picture = ownersPicture || own[path] || home
  return picture.startsWith('/') ? publicUrl + picture : picture
}
