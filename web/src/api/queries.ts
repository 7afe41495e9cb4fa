import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type ParametersOf, type PathOf, type ReplyOf, send } from './client.ts'

/** Options for TanStack Query: `useQuery(read('/keys'))`, `invalidate(client, '/keys')`. */

type GetPath = PathOf<'get'>

export function read<P extends GetPath>(path: P, params?: ParametersOf<'get', P>) {
  return queryOptions({
    queryKey: [path, params ?? null] as const,
    queryFn: ({ signal }): Promise<ReplyOf<'get', P>> =>
      send('get', path, { signal, ...(params === undefined ? {} : { params }) }),
  })
}

type PagedPath = {
  [P in GetPath]: ReplyOf<'get', P> extends { next: string | null; items: readonly unknown[] } ? P : never
}[GetPath]
type ItemOf<P extends PagedPath> = ReplyOf<'get', P> extends { items: readonly (infer Item)[] } ? Item : never
interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** A paged list: `useInfiniteQuery(readPages('/calls', { operation }))`. */
export function readPages<P extends PagedPath>(path: P, query: object = {}, params: object = {}) {
  return infiniteQueryOptions({
    queryKey: [path, { ...params, query }] as const,
    queryFn: async ({ signal, pageParam }) => {
      const filled = Object.entries({ ...query, cursor: pageParam }).filter(([, value]) => value)
      const given = { ...params, query: Object.fromEntries(filled) } as unknown as ParametersOf<'get', P>
      return (await send('get', path, { params: given, signal })) as unknown as Page<ItemOf<P>>
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
