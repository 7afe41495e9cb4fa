import type { TaskTurn } from './work-limit.ts'

/**
 * A task from its start to its end. A machine that is busy may take longer to start a thread than any task
 * takes: until a thread has taken the task, it waits, and no limit counts.
 */
export interface TaskWatch {
  readonly isTaken: boolean
  /** It goes to a thread that is starting. */
  awaitsThread(): void
  taken(): void
  ended(): void
}

export interface TaskWatchOptions {
  readonly turn: TaskTurn
  /** Called when a thread has taken it; the result when it ended. */
  began(): () => void
  readonly workMsMax: number | undefined
  /** It has been at work for `workMsMax`. */
  overran(): void
}

export function watchTask({ turn, began, workMsMax, overran }: TaskWatchOptions): TaskWatch {
  let state: 'not_taken' | 'awaits_thread' | 'taken' | 'ended' = 'not_taken'
  let timer: NodeJS.Timeout | undefined
  let endBegun = () => {}
  const endWait = () => {
    if (state !== 'awaits_thread') return
    turn.working(1)
    turn.waiting(-1)
  }
  return {
    get isTaken() {
      return state === 'taken'
    },
    awaitsThread() {
      state = 'awaits_thread'
      turn.working(-1)
      turn.waiting(1)
    },
    taken() {
      if (state === 'taken' || state === 'ended') return
      endWait()
      state = 'taken'
      endBegun = began()
      if (workMsMax !== undefined) timer = setTimeout(overran, workMsMax)
    },
    ended() {
      endWait()
      state = 'ended'
      clearTimeout(timer)
      endBegun()
    },
  }
}
