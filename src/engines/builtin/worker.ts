import { workerTask } from '../../kit/index.ts'
import { type EngineTask, runTask } from './tasks.ts'
import { warmUp } from './warm-up.ts'

warmUp()

export default workerTask((task: EngineTask) => ({ value: runTask(task), transfer: [] }))
