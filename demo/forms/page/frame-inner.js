document.querySelector('form').addEventListener('submit', (e) => {
  e.preventDefault();
  parent.postMessage({ place: location.search === '?near' ? 'near' : 'far', text: document.querySelector('input').value }, '*');
});
