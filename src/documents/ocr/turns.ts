/**
 * Slots that are given to documents by turns: however many pages one of them has waiting, the next free slot
 * goes to the document that has been served least recently.
 */
export interface Turns {
  /** Waits for a slot; rejects with the signal's reason. The result gives the slot back, once. */
  take(document: object, signal: AbortSignal): Promise<() => void>
}

export function createTurns(slots: number): Turns {
  let free = slots
  /** Who waits, by document; the document that is next stands first. */
  const queues = new Map<object, Set<() => void>>()

  const serve = () => {
    const next = queues.entries().next()
    if (next.done || free === 0) return
    const [document, queue] = next.value
    queues.delete(document)
    const [enter] = queue
    if (enter === undefined) return serve()
    queue.delete(enter)
    if (queue.size > 0) queues.set(document, queue)
    free -= 1
    enter()
  }

  return {
    take(document, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const queue = queues.get(document) ?? new Set()
        const leave = () => {
          queue.delete(enter)
          if (queue.size === 0) queues.delete(document)
          reject(signal.reason)
        }
        const enter = () => {
          signal.removeEventListener('abort', leave)
          let held = true
          resolve(() => {
            if (!held) return
            held = false
            free += 1
            serve()
          })
        }
        queue.add(enter)
        queues.set(document, queue)
        signal.addEventListener('abort', leave, { once: true })
        serve()
      })
    },
  }
}
