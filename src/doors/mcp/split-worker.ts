import { Fault } from '../../contract/index.ts'
import { workerTask } from '../../kit/index.ts'
import { splitMessage } from './split-message.ts'

/** The thread that takes large messages apart. */
export default workerTask(
  (bytes: Uint8Array<ArrayBuffer>) => {
    const value = splitMessage(bytes)
    return { value, transfer: [value.arguments.buffer] }
  },
  [Fault],
)
