import { Fault } from '../../contract/index.ts'
import { letGo, serveTasks } from '../../kit/index.ts'
import { type ReceiveTask, receive } from './receive.ts'

/** A thread that reads large bodies. It has no PDF code, so documents never delay it. */
serveTasks(
  (task: ReceiveTask) => {
    try {
      const value = receive(task)
      return { value, transfer: [value.pdf.buffer] }
    } catch (error) {
      letGo(task.bytes)
      throw error
    }
  },
  [Fault],
)
