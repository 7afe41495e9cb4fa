import { workerData } from 'node:worker_threads'
import { workerTask } from '../../kit/index.ts'
import { type EngineTask, runTask } from './tasks.ts'
import type { WorkerSettings } from './threads.ts'
import { useVocabularyFolder } from './vocabulary.ts'
import { warmUp } from './warm-up.ts'

const { vocabularyDirectory }: WorkerSettings = workerData
useVocabularyFolder(vocabularyDirectory)
warmUp()

export default workerTask((task: EngineTask) => ({ value: runTask(task), transfer: [] }))
