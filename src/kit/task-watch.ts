import type { TaskTurn } from './work-limit.ts'

/**
 * Follows a task from start to end. On a busy machine, starting a thread may take longer than any task. So
 * until a thread has taken the task, it counts as waiting and no limit applies.
 */
export interface TaskWatch {
  readonly isTaken: boolean
  /** The task goes to a thread that is starting. */
  awaitsThread(): void
  taken(): void
  ended(): void
}

export interface TaskWatchOptions {
  readonly turn: TaskTurn
  /** Called when a thread has taken the task; call the result when it ended. */
  began(): () => void
  readonly workMsMax: number | undefined
  /** The task has run for `workMsMax`. */
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
