import type { useWords } from './words.ts'

type Word = Parameters<ReturnType<typeof useWords>>[0]

/** The label of each administrative action. An action without a label is shown by its name. */
export const actWords: Readonly<Record<string, Word>> = {
  'account.create': 'actAccountCreate',
  'account.disable': 'actAccountDisable',
  'account.enable': 'actAccountEnable',
  'account.quota': 'actAccountQuota',
  'account.role': 'actAccountRole',
  'batch.delete': 'actBatchDelete',
  'call.refund': 'actCallRefund',
  'data-key.replace': 'actDataKeyReplace',
  'invite.create': 'actInviteCreate',
  'key.create': 'actKeyCreate',
  'key.revoke': 'actKeyRevoke',
  'key.rotate': 'actKeyRotate',
  'ledger.verify': 'actLedgerVerify',
  'password.reset-link': 'actResetLink',
  'points.grant': 'actPointsGrant',
  'points.withdraw': 'actPointsWithdraw',
  'voucher.create': 'actVoucherCreate',
}
