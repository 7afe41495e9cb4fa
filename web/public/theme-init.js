// Sets theme and language before the first paint. A classic script, because the policy allows no inline one.
;(() => {
  const root = document.documentElement
  let theme = null
  let language = null
  try {
    theme = localStorage.getItem('theme')
    language = localStorage.getItem('language')
  } catch {
    // Storage may be forbidden: follow the system then.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.lang = (language ?? navigator.language).startsWith('zh') ? 'zh-CN' : 'en'
})()
