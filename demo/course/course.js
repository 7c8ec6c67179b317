// mark shows the way to the mark of a case: a link that stood nowhere before.
function path(name) {
  return ['', 'course', 'mark', name].join('/');
}
function mark(name) {
  const link = document.createElement('a');
  link.href = path(name);
  link.textContent = 'found';
  (document.querySelector('main') ?? document.body).append(link);
}
// harm tells the site that something was done that must not be done.
function harm(n) {
  fetch(['', 'course', 'harm', n].join('/'));
}
