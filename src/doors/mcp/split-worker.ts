import { Fault } from '../../contract/index.ts'
import { letGo, serveTasks } from '../../kit/index.ts'
import { splitMessage } from './split-message.ts'

/** The worker thread that splits large messages. */
serveTasks(
  (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      const value = splitMessage(bytes)
      return { value, transfer: [value.arguments.buffer] }
    } catch (error) {
      letGo(bytes)
      throw error
    }
  },
  [Fault],
)
