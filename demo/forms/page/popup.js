document.getElementById('go').onclick = () => open('login', 'login', 'width=420,height=400');
