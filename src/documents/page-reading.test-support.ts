import { noCharacters, type PageCharacters } from './page-characters.ts'
import type { PageReading } from './page-reading.ts'

/** An A4 page that has only visible characters. */
export function readingOf(characters: PageCharacters, more: Partial<PageReading> = {}): PageReading {
  return {
    pageIndex: 0,
    width: 595,
    height: 842,
    characters,
    layer: noCharacters,
    hiddenCharacters: 0,
    picture: 'none',
    unread: [],
    ...more,
  }
}
