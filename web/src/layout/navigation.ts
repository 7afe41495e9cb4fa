import type { IconName } from '../ui/index.ts'
import type { useLayoutWords } from './words.ts'

type Word = Parameters<ReturnType<typeof useLayoutWords>>[0]
export interface Place {
  readonly to:
    | '/'
    | '/keys'
    | '/balance'
    | '/statement'
    | '/usage'
    | '/batches'
    | '/playground'
    | '/settings'
    | '/admin'
  readonly word: Word
  readonly icon: IconName
}
interface Group {
  readonly word: Word | null
  readonly places: readonly Place[]
}

export const groups: readonly Group[] = [
  { word: null, places: [{ to: '/', word: 'home', icon: 'home' }] },
  {
    word: 'groupBuild',
    places: [
      { to: '/keys', word: 'keys', icon: 'key' },
      { to: '/usage', word: 'usage', icon: 'chart' },
    ],
  },
  {
    word: 'groupMoney',
    places: [
      { to: '/balance', word: 'balance', icon: 'wallet' },
      { to: '/statement', word: 'statement', icon: 'list' },
    ],
  },
  {
    word: 'groupWork',
    places: [
      { to: '/batches', word: 'batches', icon: 'stack' },
      { to: '/playground', word: 'playground', icon: 'play' },
    ],
  },
]

export const adminPlace: Place = { to: '/admin', word: 'admin', icon: 'shield' }
export const settingsPlace: Place = { to: '/settings', word: 'settings', icon: 'settings' }
/** On a phone the other links are behind "more". */
export const phonePlaces: readonly Place[] = groups
  .flatMap(({ places }) => places)
  .filter(({ to }) => ['/', '/keys', '/batches', '/playground'].includes(to))
