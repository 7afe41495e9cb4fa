import { workerData } from 'node:worker_threads'
import { serveTasks } from '../../kit/index.ts'
import type { WorkerSettings } from '../builtin/threads.ts'
import { useVocabularyFolder } from '../builtin/vocabulary.ts'
import { warmUp } from '../builtin/warm-up.ts'
import { type ModelTask, runModelTask } from './tasks.ts'

const { vocabularyDirectory }: WorkerSettings = workerData
useVocabularyFolder(vocabularyDirectory)
warmUp()

serveTasks((task: ModelTask) => ({ value: runModelTask(task), transfer: [] }))
