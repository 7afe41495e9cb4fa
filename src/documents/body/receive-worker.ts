import { Fault } from '../../contract/index.ts'
import { letGo, serveTasks } from '../../kit/index.ts'
import { type ReceiveTask, receive } from './receive.ts'

/** A thread that reads large bodies. It knows no PDF, so that nothing a document does can hold it up. */
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
