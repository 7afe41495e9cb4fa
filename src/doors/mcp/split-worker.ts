import { Fault } from '../../contract/index.ts'
import { letGo, workerTask } from '../../kit/index.ts'
import { splitMessage } from './split-message.ts'

/** The worker thread that splits large messages. */
export default workerTask(
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
