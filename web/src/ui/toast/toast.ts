import { Toast } from '@base-ui/react/toast'

export const toastManager = Toast.createToastManager()

/** Shows a short confirmation from anywhere in the program. */
export function toast(title: string, tone: 'success' | 'danger' = 'success'): void {
  toastManager.add({ title, type: tone, priority: tone === 'danger' ? 'high' : 'low' })
}
