/** What tries to run somewhere; published as text it must stay text. */
export const hostileTexts = [
  '<script>document.title="ran"</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
] as const;
